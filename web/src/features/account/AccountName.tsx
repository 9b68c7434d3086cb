/** Unseen, but part of the form: password managers keep and look for a password under this name. */
export function AccountName({ username }: { username: string }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      defaultValue={username}
      readOnly
      hidden
    />
  );
}
