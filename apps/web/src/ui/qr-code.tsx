import { QRCodeSVG } from 'qrcode.react';

const size = 200;

/**
 * A code to read with a phone. `label` says what it opens; the same must stand beside it as text, for whoever has no camera at hand.
 * It stays dark on white in the dark theme, too: many readers know no other.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  // The title is the picture's name for screen readers. Four modules of white around it are what readers ask for.
  return <QRCodeSVG value={text} title={label} size={size} marginSize={4} level="M" style={{ maxInlineSize: '100%', borderRadius: 8 }} />;
}
