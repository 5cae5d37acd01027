import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useWatch } from "react-hook-form";

import { money } from "@/components/format";

/** The pricing card as customers will see it, while it is being written. */
export function PlanPreview() {
  const [name, description, price, features] = useWatch({ name: ["name", "description", "price", "features"] }) as [
    string?,
    string?,
    (string | number)?,
    unknown?,
  ];
  const lines = Array.isArray(features)
    ? features.filter((line): line is string => typeof line === "string" && line !== "")
    : [];
  return (
    <Box component="section" aria-label="Preview of the pricing card" sx={{ mt: 2, width: "100%", maxWidth: 320 }}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
        Preview of the pricing card
      </Typography>
      <Card sx={{ p: 2.5 }}>
        <Typography variant="h6" component="p">
          {name || "Name"}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {description}
        </Typography>
        <Typography sx={{ fontSize: 28, fontWeight: 600, my: 1 }}>
          {Number.isFinite(Number(price)) ? money(price ?? 0, "USD") : "–"}
          <Box component="span" sx={{ fontSize: 14, fontWeight: 400 }}>
            {" "}
            a month
          </Box>
        </Typography>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {lines.map((line, place) => (
            <li key={place}>
              <Typography variant="body2">{line}</Typography>
            </li>
          ))}
        </Box>
      </Card>
    </Box>
  );
}
