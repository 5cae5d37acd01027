/**
 * The browser alerts that the specification asks for, in one place so that they can be switched off. The same text
 * always appears inline too.
 */
export function browserAlert(text: string): void {
  window.alert(text);
}
