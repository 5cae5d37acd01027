/**
 * The specification's browser alerts, behind one door so that they can be closed. The same text always stands inline
 * too.
 */
export function browserAlert(text: string): void {
  window.alert(text);
}
