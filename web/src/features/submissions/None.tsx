/** Stands in a table's cell where there is nothing. */
export function None() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none</span>
    </>
  );
}
