import type { RaThemeOptions } from "react-admin";

import { dark, light, type Roles } from "./palette";
import { valueStyles } from "./values";

/** react-admin names the box around a row's checkbox; assistive technology needs the name on the checkbox itself. */
const NAMELESS = { "aria-label": undefined };
const nameOfCheckbox = (state: { "aria-label"?: string }) =>
  state["aria-label"] ? { "aria-label": state["aria-label"] } : {};

/** Nothing glides here: whoever opens forty records an hour waits for none of them. */
const NO_TIME = { shortest: 0, shorter: 0, short: 0, standard: 0, complex: 0, enteringScreen: 0, leavingScreen: 0 };

/** Lines instead of shadows, small type, tabular figures: a tool for reading many rows. */
function theme(mode: "light" | "dark", is: Roles): RaThemeOptions {
  const flat = { elevation: 0 };
  const transparent = { styleOverrides: { root: { backgroundColor: "transparent !important" } } };
  return {
    palette: {
      mode,
      primary: { main: is.accent, dark: is.accentHover, light: is.accentSurface, contrastText: is.onAccent },
      secondary: { main: is.accentText, contrastText: is.onAccent },
      error: { main: is.attentionText },
      warning: { main: is.moderateText },
      info: { main: is.infoText },
      success: { main: is.goodText },
      text: { primary: is.ink, secondary: is.ink2, disabled: is.ink3 },
      background: { default: is.canvas, paper: is.surface },
      divider: is.line,
      action: { hover: is.hover, selected: is.accentSurface },
    },
    typography: {
      fontFamily: '"Inter Variable", system-ui, sans-serif',
      fontSize: 13,
      h5: { fontSize: 20, fontWeight: 600 },
      h6: { fontSize: 16, fontWeight: 600 },
      body1: { fontSize: 14 },
      body2: { fontSize: 13 },
      button: { textTransform: "none", fontWeight: 500 },
    },
    transitions: { create: () => "none", getAutoHeightDuration: () => 0, duration: NO_TIME },
    shape: { borderRadius: 8 },
    sidebar: { width: 212, closedWidth: 52 },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          body: { fontVariantNumeric: "tabular-nums" },
          ...valueStyles(is),
          ":focus-visible": { outline: `2px solid ${is.focus}`, outlineOffset: 1 },
        },
      },
      MuiPaper: {
        defaultProps: flat,
        styleOverrides: { root: { backgroundImage: "none" }, outlined: { borderColor: is.line } },
      },
      MuiCard: { defaultProps: { variant: "outlined" } },
      MuiAppBar: {
        defaultProps: flat,
        styleOverrides: { root: { backgroundColor: is.surface, color: is.ink, borderBottom: `1px solid ${is.line}` } },
      },
      MuiMenu: { styleOverrides: { paper: { border: `1px solid ${is.line}` } } },
      MuiDialog: { styleOverrides: { paper: { border: `1px solid ${is.line}` } } },
      MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { borderRadius: 6 } } },
      MuiTextField: { defaultProps: { variant: "outlined", size: "small", margin: "dense", fullWidth: true } },
      MuiFormControl: { defaultProps: { variant: "outlined", size: "small", margin: "dense", fullWidth: true } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: is.lineStrong } } },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: is.line, padding: "5px 10px", lineHeight: "22px" },
          sizeSmall: {
            padding: "5px 10px",
            "&:first-of-type": { paddingLeft: 16 },
            "&:last-of-type": { paddingRight: 16 },
          },
          head: { color: is.ink2, fontWeight: 500, fontSize: 12.5, whiteSpace: "nowrap" },
        },
      },
      MuiCheckbox: {
        defaultProps: { size: "small", disableRipple: true, slotProps: { root: NAMELESS, input: nameOfCheckbox } },
      },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiTab: { styleOverrides: { root: { minHeight: 40, minWidth: 0, paddingInline: 12 } } },
      MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
      MuiCircularProgress: { defaultProps: { "aria-label": "Loading" } },
      MuiTooltip: { defaultProps: { arrow: true } },
      MuiLink: {
        defaultProps: { underline: "hover" },
        styleOverrides: { root: { color: is.accentText, textDecorationColor: "currentcolor" } },
      },
      RaLayout: {
        styleOverrides: {
          root: {
            minWidth: 0,
            "& .RaLayout-content": { padding: 16, minWidth: 0 },
            "& .RaLayout-appFrame": { marginTop: 56 },
          },
        },
      },
      RaListToolbar: {
        styleOverrides: {
          root: {
            backgroundColor: "transparent !important",
            alignItems: "center",
            minHeight: 52,
            gap: 8,
            "@media (max-width: 599.95px)": {
              flexDirection: "row",
              flexWrap: "wrap",
              paddingBottom: 8,
              "& form": { flex: "1 1 160px", width: "auto" },
              "& .MuiToolbar-root": { flex: "0 0 auto", minHeight: 40 },
            },
            "& .RaFilterForm-root, & form": { minHeight: 0, paddingTop: 0, paddingBottom: 0, alignItems: "center" },
          },
        },
      },
      RaTopToolbar: transparent,
      RaNotFound: {
        styleOverrides: {
          root: {
            "& .RaNotFound-message": {
              fontFamily: "inherit",
              margin: "32px 16px 0",
              opacity: 1,
              "& h1, & h5": { fontSize: 20 },
            },
            "& .RaNotFound-icon": { display: "none" },
          },
        },
      },
      RaAccessDenied: {
        styleOverrides: {
          root: {
            "& .RaAccessDenied-message": { margin: "32px 16px", opacity: 1, "& h1, & h5": { fontSize: 20 } },
            "& .RaAccessDenied-icon": { width: 44, height: 44 },
          },
        },
      },
      RaAuthenticationError: {
        styleOverrides: {
          root: {
            "& .RaAuthenticationError-message": { margin: "32px 16px", opacity: 1, "& h1, & h5": { fontSize: 20 } },
            "& .RaAuthenticationError-icon": { width: 44, height: 44 },
          },
        },
      },
    },
  } as RaThemeOptions;
}

export const lightTheme = theme("light", light);
export const darkTheme = theme("dark", dark);
