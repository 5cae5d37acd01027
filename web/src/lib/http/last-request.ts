let last: string | null = null;

/** Support asks for the id of the latest answer; nothing else is kept. */
export function rememberRequestId(id: string | null): void {
  if (id) last = id;
}

export function lastRequestId(): string | null {
  return last;
}
