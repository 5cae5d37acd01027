import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Title, useDataProvider, LinkBase } from "react-admin";

import { spaced } from "@/components/definition";
import { atMoment, figure } from "@/components/format";
import type { ConsoleDataProvider } from "@/providers/dataProvider";
import { useToneColours, type Tone } from "@/theme/tones";

type Severity = "critical" | "warning" | "info";
type Item = { kind: string; severity: Severity; count: number; sentence: string; resource: string; filter: Record<string, unknown> };
type Attention = { asOf: string; items: Item[]; figures: Record<string, number | null> };

const SEVERITIES: Record<Severity, { word: string; tone: Tone }> = {
  critical: { word: "Act now", tone: "attention" },
  warning: { word: "Look at", tone: "moderate" },
  info: { word: "Note", tone: "info" },
};
const EVERY_MS = 30_000;
const GRID = { listStyle: "none", m: 0, p: 0, display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(min(260px, 100%), 1fr))" };

/** What needs somebody, worst first, and today's figures; each item opens the rows behind its number. */
export function Dashboard() {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ["attention"],
    queryFn: async ({ signal }) => (await provider.read<Attention>("/attention", signal)).data,
    refetchInterval: EVERY_MS,
  });
  return (
    <Box>
      <Title title="Needs attention" />
      {error ? <Alert severity="error" action={<Button color="inherit" onClick={() => void refetch()}>Try again</Button>} sx={{ mb: 2 }}>{error.message}</Alert> : null}
      {!data && !error ? <Box sx={GRID} aria-busy>{Array.from({ length: 6 }, (_, place) => <Skeleton key={place} variant="rounded" height={132} />)}</Box> : null}
      {data ? <Answer data={data} /> : null}
    </Box>
  );
}

function Answer({ data }: { data: Attention }) {
  const figures = Object.entries(data.figures);
  return (
    <>
      {data.items.length === 0 ? <Alert severity="success">Nothing needs attention right now.</Alert> : null}
      <Box component="ul" aria-label="What needs attention" sx={GRID}>
        {data.items.map((item) => <Box component="li" key={item.kind}><ItemCard item={item} /></Box>)}
      </Box>
      <Typography variant="h6" component="h2" sx={{ mt: 3, mb: 1 }}>Figures</Typography>
      <Card sx={{ p: 2 }}>
        <Box component="dl" sx={{ m: 0, display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(min(170px, 100%), 1fr))" }}>
          {figures.map(([name, value]) => (
            <Box key={name}>
              <Typography component="dt" variant="body2" color="text.secondary">{spaced(name)}</Typography>
              <Typography component="dd" sx={{ m: 0, fontSize: 20, fontWeight: 600 }}>{figure(name, value)}</Typography>
            </Box>
          ))}
        </Box>
      </Card>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>As of {atMoment(data.asOf)}, read again every half minute.</Typography>
    </>
  );
}

function ItemCard({ item }: { item: Item }) {
  const { word, tone } = SEVERITIES[item.severity];
  const colours = useToneColours(tone);
  return (
    <Card sx={{ p: 2, height: "100%", display: "flex", flexDirection: "column", gap: 0.5 }}>
      <Box sx={{ display: "flex", justifyContent: "space-between", alignItems: "start", gap: 1 }}>
        <Typography component="h2" variant="body1" sx={{ fontWeight: 600 }}>{spaced(item.kind)}</Typography>
        <Chip size="small" label={word} sx={{ ...colours, height: 22 }} />
      </Box>
      <Typography sx={{ fontSize: 28, fontWeight: 600, lineHeight: 1.2 }}>{item.count}</Typography>
      <Typography variant="body2" color="text.secondary">{item.sentence}</Typography>
      <Button component={LinkBase} to={listOf(item)} size="small" sx={{ mt: "auto", alignSelf: "start", ml: -0.5 }} aria-label={`Open: ${item.sentence}`}>
        Open
      </Button>
    </Card>
  );
}

function listOf({ resource, filter }: Item): string {
  const filters = encodeURIComponent(JSON.stringify(filter));
  const shown = encodeURIComponent(JSON.stringify(Object.fromEntries(Object.keys(filter).map((name) => [name, true]))));
  return `/${resource}?filter=${filters}&displayedFilters=${shown}`;
}
