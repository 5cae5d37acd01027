const HOST = /^(https?:\/\/)?((\d{1,3}\.){3}\d{1,3}|([\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,})(:\d{1,5})?([/?#]\S*)?$/iu;

/** A host with an optional http(s) prefix, port and path. */
export function looksLikeWebsite(text: string): boolean {
  const match = HOST.exec(text.trim());
  const labels = match?.[2]?.split(".");
  if (!labels || labels.some((label) => label.startsWith("-") || label.endsWith("-"))) return false;
  return URL.canParse(withScheme(text));
}

/** People type `example.com`; the server receives `https://example.com`. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  return /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
