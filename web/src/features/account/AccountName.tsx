/** A hidden username field, so that password managers store the password under this name. */
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
