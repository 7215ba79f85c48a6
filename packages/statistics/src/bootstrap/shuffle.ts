/** Puts the items into an order that is drawn at random (Fisher and Yates), in place, as a due time may make no garbage, and returns them. */
export function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let left = items.length; left > 1; left--) {
    const drawn = Math.floor(random() * left);
    const last = items[left - 1] as Item;
    items[left - 1] = items[drawn] as Item;
    items[drawn] = last;
  }
  return items;
}
