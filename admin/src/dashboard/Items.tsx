import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { ChevronRight, CircleCheck } from "lucide-react";
import { LinkBase } from "react-admin";

import type { AttentionItem, Severity } from "@/providers/attention";
import type { Tone } from "@/theme/tones";

const SEVERITIES: Record<Severity, { word: string; tone: Tone }> = {
  critical: { word: "Act now", tone: "attention" },
  warning: { word: "Look at", tone: "moderate" },
  info: { word: "Note", tone: "info" },
};

/** One line for each thing that needs somebody, worst first; a line leads to the rows behind its number. */
export function Items({ items }: { items: AttentionItem[] }) {
  if (items.length === 0) {
    return (
      <Card sx={{ p: 3, display: "flex", alignItems: "center", gap: 1.5 }}>
        <Box aria-hidden sx={{ color: "success.main", display: "flex" }}>
          <CircleCheck size={22} />
        </Box>
        <Typography>Nothing needs attention right now.</Typography>
      </Card>
    );
  }
  return (
    <Card component="ul" aria-label="What needs attention" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {items.map((item) => (
        <Item key={`${item.kind}-${item.sentence}`} item={item} />
      ))}
    </Card>
  );
}

function Item({ item }: { item: AttentionItem }) {
  const { word, tone } = SEVERITIES[item.severity];
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: "divider", "&:last-child": { borderBottom: 0 } }}>
      <Box
        component={LinkBase}
        to={listOf(item)}
        sx={{
          display: "grid",
          gridTemplateColumns: { xs: "40px minmax(0, 1fr) auto", sm: "56px 88px minmax(0, 1fr) auto" },
          alignItems: "center",
          gap: 1.5,
          px: 2,
          py: 1.25,
          color: "inherit",
          textDecoration: "none",
          "&:hover": { bgcolor: "action.hover" },
        }}
      >
        <Typography component="span" sx={{ fontSize: 20, fontWeight: 600, textAlign: "right" }}>
          {item.count}
        </Typography>
        <Box sx={{ display: { xs: "none", sm: "block" } }}>
          <span className="value-chip" data-tone={tone}>
            {word}
          </span>
        </Box>
        <Typography component="span" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
          {withoutCount(item)}
        </Typography>
        <Box aria-hidden sx={{ color: "text.disabled", display: "flex" }}>
          <ChevronRight size={18} />
        </Box>
      </Box>
    </Box>
  );
}

/** The number stands beside the sentence already. */
function withoutCount({ sentence, count }: AttentionItem): string {
  const rest = sentence.replace(new RegExp(`^(${count}|One) `), "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function listOf({ resource, filter }: AttentionItem): string {
  const filters = encodeURIComponent(JSON.stringify(filter));
  const shown = encodeURIComponent(JSON.stringify(Object.fromEntries(Object.keys(filter).map((name) => [name, true]))));
  return `/${resource}?filter=${filters}&displayedFilters=${shown}`;
}
