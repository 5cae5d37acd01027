import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { Title } from "react-admin";

import type { AttentionOut } from "@/api/generated";
import { spaced } from "@/components/definition";
import { figure } from "@/components/format";
import { Moment } from "@/components/Value";
import { useAttention } from "@/providers/attention";

import { Items } from "./Items";
import { Latest } from "./Latest";

/** What needs somebody, worst first; then today's figures, and what came in last. */
export function Dashboard() {
  const { data, error, refetch } = useAttention();
  return (
    <Box sx={{ display: "grid", gap: 3, maxWidth: 1280 }}>
      <Title title="Needs attention" />
      {error ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Alert>
      ) : null}
      {!data && !error ? <Skeleton variant="rounded" height={260} aria-busy /> : null}
      {data ? (
        <>
          <Items items={data.items} />
          <Figures figures={data.figures} units={data.units} />
        </>
      ) : null}
      <Box
        sx={{ display: "grid", gap: 3, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" } }}
      >
        <Latest
          resource="runs"
          title="Runs that failed last"
          filter={{ status: "failed,partial" }}
          said="failureMessage"
        />
        <Latest resource="support-requests" title="Customers who wait" filter={{ status: "open" }} said="message" />
      </Box>
      {data ? (
        <Typography variant="body2" color="text.secondary">
          As of <Moment at={data.asOf} long />, read again every half minute.
        </Typography>
      ) : null}
    </Box>
  );
}

function Figures({ figures, units }: Pick<AttentionOut, "figures" | "units">) {
  return (
    <Box component="section" aria-labelledby="figures">
      <Typography id="figures" variant="h6" component="h2" sx={{ mb: 1 }}>
        Figures
      </Typography>
      <Card
        component="dl"
        sx={{
          m: 0,
          display: "grid",
          gridTemplateColumns: "repeat(auto-fit, minmax(min(150px, 100%), 1fr))",
          overflow: "hidden",
        }}
      >
        {Object.entries(figures).map(([name, value]) => (
          <Box
            key={name}
            sx={{ px: 2, py: 1.5, mr: "-1px", mb: "-1px", borderRight: 1, borderBottom: 1, borderColor: "divider" }}
          >
            <Typography component="dt" variant="body2" color="text.secondary">
              {figureName(name)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, mt: 0.25, fontSize: 20, fontWeight: 600 }}>
              {figure(value, units[name] ?? "count")}
            </Typography>
          </Box>
        ))}
      </Card>
    </Box>
  );
}

/** "seconds_to_first_score" -> "Time to first score": the unit is said by the value. */
const figureName = (name: string): string => spaced(name.replace(/^seconds_/, "time_"));
