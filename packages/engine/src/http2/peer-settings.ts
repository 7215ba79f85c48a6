/** The target's settings for us (RFC 9113, 6.5.2), until it says otherwise. */
import { defaultWindow, maxWindow, settingIds } from './frames/frame.ts';
import { Http2Error } from './frames/http2-error.ts';

const leastMaxFrame = 16_384;
const mostMaxFrame = 16_777_215;

export class PeerSettings {
  headerTableSize = 4096;
  maxConcurrentStreams = Number.POSITIVE_INFINITY;
  initialWindowSize = defaultWindow;

  /** Takes one setting. Unknown ones are ignored, and frames are never larger than every peer must take. */
  take(id: number, value: number): void {
    if (id === settingIds.headerTableSize) this.headerTableSize = value;
    else if (id === settingIds.maxConcurrentStreams) this.maxConcurrentStreams = value;
    else if (id === settingIds.initialWindowSize) {
      if (value > maxWindow) throw new Http2Error('FLOW_CONTROL_ERROR');
      this.initialWindowSize = value;
    } else if (id === settingIds.maxFrameSize) {
      if (value < leastMaxFrame || value > mostMaxFrame) throw new Http2Error('PROTOCOL_ERROR');
    } else if (id === settingIds.enablePush && value !== 0) throw new Http2Error('PROTOCOL_ERROR');
  }
}
