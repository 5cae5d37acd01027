import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import MuiLink from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useContext } from "react";
import { LinkBase, ResourceContextProvider, useGetList, usePermissions, type RaRecord } from "react-admin";

import { NEWEST } from "@/components/definition";
import { Registry } from "@/components/registry";
import { Moment, Status } from "@/components/Value";

type LatestProps = { resource: string; title: string; filter: Record<string, string>; said: string };

/** The newest few records of a kind with what they say, for a first look without leaving the page. */
export function Latest(props: LatestProps) {
  const { permissions } = usePermissions<Record<string, string[]>>();
  return permissions?.[props.resource]?.includes("list") ? <Listed {...props} /> : null;
}

function Listed({ resource, title, filter, said }: LatestProps) {
  const definition = useContext(Registry).get(resource);
  const {
    data = [],
    isPending,
    error,
  } = useGetList<RaRecord>(resource, { filter, pagination: { page: 1, perPage: 5 }, sort: NEWEST });
  if (isPending) return <Skeleton variant="rounded" height={180} aria-busy />;
  if (!definition || error) return null;
  return (
    <Box component="section" aria-labelledby={`latest-${resource}`} sx={{ minWidth: 0 }}>
      <Typography id={`latest-${resource}`} variant="h6" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Card component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data.length === 0 ? (
          <Typography component="li" variant="body2" color="text.secondary" sx={{ p: 2 }}>
            None.
          </Typography>
        ) : null}
        <ResourceContextProvider value={resource}>
          {data.map((record) => (
            <Box
              component="li"
              key={record.id}
              sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: "divider", "&:last-child": { borderBottom: 0 } }}
            >
              <Box sx={{ display: "flex", alignItems: "center", gap: 1, minWidth: 0 }}>
                <MuiLink
                  component={LinkBase}
                  to={`/${resource}/${encodeURIComponent(String(record.id))}/show`}
                  color="inherit"
                  className="value-first"
                  noWrap
                  sx={{ minWidth: 0 }}
                >
                  {String(record["brandName"] ?? definition.title(record))}
                </MuiLink>
                <Status word={String(record["status"])} />
                <Typography
                  component="span"
                  variant="body2"
                  color="text.secondary"
                  sx={{ ml: "auto", flexShrink: 0, fontSize: 12 }}
                >
                  <Moment at={String(record["createdAt"])} />
                </Typography>
              </Box>
              <Typography variant="body2" color="text.secondary" noWrap title={String(record[said] ?? "")}>
                {String(record[said] ?? "No reason was recorded.")}
              </Typography>
            </Box>
          ))}
        </ResourceContextProvider>
      </Card>
    </Box>
  );
}
