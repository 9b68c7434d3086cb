/** Returns what usernames are compared by, as the server does: any case and composition is one name. */
export const usernameKey = (username: string) =>
  username.normalize("NFC").toLowerCase().replaceAll("ς", "σ").normalize("NFC");
