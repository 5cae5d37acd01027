import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CssBaseline from "@mui/material/CssBaseline";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Notification } from "react-admin";

/** The frame of every page before somebody is signed in. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      component="main"
      sx={{
        minHeight: "100vh",
        display: "grid",
        placeItems: "center",
        p: 2,
        bgcolor: "background.default",
        color: "text.primary",
      }}
    >
      <CssBaseline />
      <Card sx={{ width: "100%", maxWidth: 400, p: { xs: 2.5, sm: 4 } }}>
        <Typography variant="body2" color="text.secondary">
          Presence Console
        </Typography>
        <Typography variant="h5" component="h1" sx={{ mb: 2 }}>
          {title}
        </Typography>
        {children}
      </Card>
      <Notification />
    </Box>
  );
}
