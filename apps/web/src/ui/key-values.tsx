/** Names and their values, one pair a line. */
export function KeyValues({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="kv">
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
