/** Returns the result of a task, or nothing if it fails or takes longer than `milliseconds`. */
export async function withTimeout<T>(
  task: Promise<T>,
  milliseconds = 3000,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([task, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
