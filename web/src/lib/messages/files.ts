/** Words around choosing a file. Specification strings are quoted exactly. */
export const files = {
  drop: "Drop a DOCX file here, or",
  choose: "Choose file",
  chosen: "Chosen document",
  remove: "Remove File",
  tooLarge: "File is too large. Maximum size is 10MB.",
  onlyDocx: "Please select a DOCX file only.",
  validDocx: "Please select a valid DOCX file.",
} as const;
