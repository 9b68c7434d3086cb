/** Marks an empty table cell. */
export function NoValue() {
  return (
    <>
      <span aria-hidden="true" data-no-value>
        –
      </span>
      <span className="visually-hidden">none</span>
    </>
  );
}
