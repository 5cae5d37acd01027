/** The customer app's roles (web/src/styles/tokens.css) as the sRGB values Material UI can calculate with. */
export type Roles = Record<
  | "canvas"
  | "surface"
  | "sunken"
  | "hover"
  | "line"
  | "lineStrong"
  | "ink"
  | "ink2"
  | "ink3"
  | "accent"
  | "accentHover"
  | "onAccent"
  | "accentText"
  | "accentSurface"
  | "focus"
  | "good"
  | "goodText"
  | "goodSurface"
  | "moderate"
  | "moderateText"
  | "moderateSurface"
  | "attention"
  | "attentionText"
  | "attentionSurface"
  | "info"
  | "infoText"
  | "infoSurface",
  string
>;

export const light: Roles = {
  canvas: "#fbfaf7",
  surface: "#ffffff",
  sunken: "#f5f3ef",
  hover: "#f0eeea",
  line: "#e3e1dd",
  lineStrong: "#95928b",
  ink: "#221f1a",
  ink2: "#544f49",
  ink3: "#6d6861",
  accent: "#007979",
  accentHover: "#006667",
  onAccent: "#ffffff",
  accentText: "#006363",
  accentSurface: "#e0f5f5",
  focus: "#007c7c",
  good: "#358b53",
  goodText: "#1b6236",
  goodSurface: "#e3f7e7",
  moderate: "#c97f14",
  moderateText: "#824c11",
  moderateSurface: "#fef2d9",
  attention: "#d03833",
  attentionText: "#a92321",
  attentionSurface: "#feefee",
  info: "#307bc0",
  infoText: "#1d5c9b",
  infoSurface: "#ebf4fe",
};

export const dark: Roles = {
  canvas: "#110f0d",
  surface: "#191714",
  sunken: "#211e1b",
  hover: "#282520",
  line: "#2f2c28",
  lineStrong: "#736e67",
  ink: "#edebe7",
  ink2: "#bdbab4",
  ink3: "#9b9891",
  accent: "#4ebcb6",
  accentHover: "#6acec8",
  onAccent: "#031515",
  accentText: "#71d1cb",
  accentSurface: "#102d2d",
  focus: "#49c7c0",
  good: "#58b575",
  goodText: "#82d79a",
  goodSurface: "#192b1e",
  moderate: "#e4a74a",
  moderateText: "#f0c374",
  moderateSurface: "#332615",
  attention: "#ec5b57",
  attentionText: "#ff958e",
  attentionSurface: "#3a1d1b",
  info: "#61a3e6",
  infoText: "#8cc3fc",
  infoSurface: "#1a2837",
};
