/** The value's listed fields and nothing else: a field that is added to it later stays out until somebody lists it. */
export function listed<Value extends object, Field extends keyof Value>(value: Value, fields: readonly Field[]): Pick<Value, Field> {
  const kept: Partial<Pick<Value, Field>> = {};
  for (const field of fields) if (Object.hasOwn(value, field)) kept[field] = value[field];
  return kept as Pick<Value, Field>;
}
