import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useDataProvider, useRecordContext } from "react-admin";

import type { PlanPricesOut } from "@/api/generated";
import { money, NOTHING } from "@/components/format";
import { Moment } from "@/components/Value";
import type { ConsoleDataProvider } from "@/providers/dataProvider";

/** What Stripe charges for this plan beside what the price list says; read at Stripe when somebody looks. */
export function PriceCheck() {
  const record = useRecordContext();
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data, error, isPending } = useQuery({
    queryKey: ["prices", record?.id],
    enabled: record !== undefined,
    retry: false,
    queryFn: async ({ signal }) => (await provider.read<PlanPricesOut>(`/plans/${record!.id}/prices`, signal)).data,
  });
  if (isPending)
    return (
      <Typography color="text.secondary" aria-busy>
        Asking Stripe…
      </Typography>
    );
  if (error) return <Alert severity="warning">{error.message}</Alert>;
  return (
    <Box sx={{ width: "100%", display: "grid", gap: 2 }}>
      <Alert severity={data.matches ? "success" : "error"}>
        {data.matches ? "Stripe charges what the price list says." : "Stripe and the price list differ."}
      </Alert>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Billed</TableCell>
            <TableCell align="right">Price list</TableCell>
            <TableCell align="right">At Stripe</TableCell>
            <TableCell>What is wrong</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {data.prices.map(({ frequency, amount, remoteAmount, remoteCurrency, problem }) => (
            <TableRow key={frequency}>
              <TableCell>{frequency}</TableCell>
              <TableCell align="right">{money(amount, "USD")}</TableCell>
              <TableCell align="right">
                {remoteAmount === null ? NOTHING : money(remoteAmount, remoteCurrency ?? "USD")}
              </TableCell>
              <TableCell>{problem ?? NOTHING}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Typography variant="body2" color="text.secondary">
        Read <Moment at={data.asOf} />.
      </Typography>
    </Box>
  );
}
