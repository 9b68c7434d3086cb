/** Downloads a URL without leaving the page. Without a name, the file has the one that the server sends. */
export function startDownload(url: string, name = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
