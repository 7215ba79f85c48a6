/** The command key of this platform: ⌘ on Apple's, Ctrl elsewhere. */
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** `⌘K`, `Ctrl K`. */
export function commandKey(key: string): string {
  return isApple() ? `⌘${key}` : `Ctrl ${key}`;
}

/** Is this the command key with `key`, and nothing else? */
export function isCommand(event: KeyboardEvent, key: string): boolean {
  const [held, other] = isApple() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  return held && !other && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;
}
