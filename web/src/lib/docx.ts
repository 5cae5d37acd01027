/** Stated to the reader as 10MB and enforced before anything is uploaded. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
export const DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
export const DOCX_ACCEPT = `.docx,${DOCX_TYPE}`;

export type DocxProblem = "type" | "size";

/**
 * `lenient`: content type or extension; `strict`: a stated content type must be DOCX's, the extension counts only
 * without one.
 */
export type DocxRule = "lenient" | "strict";

/**
 * What is wrong with a chosen file, or null. Looks at type, name, size and the first bytes; the server looks inside.
 */
export async function docxProblem(file: File, rule: DocxRule = "lenient"): Promise<DocxProblem | null> {
  const typed = file.type === DOCX_TYPE;
  const named = file.name.toLowerCase().endsWith(".docx");
  const accepted = rule === "lenient" ? typed || named : file.type ? typed : named;
  if (!accepted) return "type";
  if (file.size > MAX_DOCUMENT_BYTES) return "size";
  return (await startsLikeZip(file)) ? null : "type";
}

async function startsLikeZip(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}
