/** For how long request slots are taken, added over all slots. Each request costs two additions and a comparison. */
export class BusySlots {
  /** Slots taken now. */
  count = 0;
  /** Ends less begins of all requests, µs; those under way end when somebody asks. */
  #sumUs = 0;
  #takenUs = 0;
  /** The most at once since the last call of `take`. */
  #peak = 0;

  begin(nowUs: number): void {
    if (++this.count > this.#peak) this.#peak = this.count;
    this.#sumUs -= nowUs;
  }

  end(nowUs: number): void {
    this.count--;
    this.#sumUs += nowUs;
  }

  /** Slots taken now; the most at once and the time of all slots up to `nowUs` since the last call. */
  take(nowUs: number): { inFlight: number; peakInFlight: number; busySlotMs: number } {
    const soFarUs = this.#sumUs + this.count * nowUs;
    const ms = (soFarUs - this.#takenUs) / 1000;
    this.#takenUs = soFarUs;
    const peakInFlight = this.#peak;
    this.#peak = this.count;
    return { inFlight: this.count, peakInFlight, busySlotMs: Math.max(0, ms) };
  }
}
