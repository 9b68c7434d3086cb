/** Returns the module's bytes. */
export async function bytes() {
  const answer = await fetch(new URL("./public.wasm", import.meta.url));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.arrayBuffer();
}
