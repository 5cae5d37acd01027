/** Words of the way into the dialog that shares and exports; the dialog's own are fetched with it. */
export const outputs = {
  open: "Share",
  title: "Share and export",
} as const;
