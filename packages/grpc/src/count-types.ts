/** How many declarations a FileDescriptorSet holds, counted in its bytes: two bytes of it can become kilobytes once they are read. */
import { walkFields } from './wire-format.ts';

interface Declared {
  /** Fields (of descriptor.proto) that hold a declaration each. */
  readonly [field: number]: Declared;
}
const leaf: Declared = {};
const enumeration: Declared = { 2: leaf };
const message: { [field: number]: Declared } = { 2: leaf, 4: enumeration, 6: leaf, 8: leaf };
message[3] = message;
const file: Declared = { 4: message, 5: enumeration, 6: { 2: leaf }, 7: leaf };
const deepest = 32;
/** So many fields are counted as one type. */
const fieldsATypeIsWorth = 5;

/** Counts up to a little more than `most`. Throws RangeError where the bytes are no message. */
export function countTypes(bytes: Uint8Array, most: number): number {
  let found = 0;
  const walk = (declared: Declared, from: number, to: number, level: number): void => {
    if (level > deepest) throw new RangeError('nested too deep');
    const whole = walkFields(bytes, from, to, (field, start, end) => {
      const inner = declared[field];
      if (!inner || found > most) return;
      found += inner === leaf ? 1 / fieldsATypeIsWorth : 1;
      walk(inner, start, end, level + 1);
    });
    if (!whole) throw new RangeError('the bytes end too early, or are no message');
  };
  walk({ 1: file }, 0, bytes.length, 0);
  return found;
}
