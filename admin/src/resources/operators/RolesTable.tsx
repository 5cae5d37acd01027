import Box from "@mui/material/Box";
import { Check } from "lucide-react";
import { useContext } from "react";
import { useListContext } from "react-admin";

import type { StaffRoleRecordOut } from "@/api/generated";
import { spaced } from "@/components/definition";
import { Registry } from "@/components/registry";
import { Waiting } from "@/components/Rows";

/** Reading a list and reading one of its records are the same thing to whoever wonders who may. */
const READING = new Set(["list", "show"]);

/** What each role may do: a line for every permission, a column for every role. */
export function RolesTable() {
  const { data: roles = [], isPending } = useListContext<StaffRoleRecordOut>();
  const known = useContext(Registry);
  if (isPending) return <Waiting />;
  return (
    <Box
      tabIndex={0}
      role="group"
      aria-label="Permissions of each role"
      sx={{ overflow: "auto", maxHeight: "calc(100vh - 150px)" }}
    >
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">May</th>
            {roles.map(({ id, description }) => (
              <th scope="col" key={id}>
                {roleName(id)}
                <Box
                  component="span"
                  sx={{
                    display: "block",
                    minWidth: 130,
                    maxWidth: 220,
                    whiteSpace: "normal",
                    fontWeight: 400,
                    lineHeight: 1.4,
                    pb: 0.5,
                  }}
                >
                  {description}
                </Box>
              </th>
            ))}
          </tr>
        </thead>
        {resourcesOf(roles).map(({ resource, words }) => (
          <tbody key={resource}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1}>
                {known.get(resource)?.label ?? spaced(resource)}
              </th>
            </tr>
            {words.map((word) => (
              <Permission key={word} resource={resource} word={word} roles={roles} />
            ))}
          </tbody>
        ))}
      </table>
    </Box>
  );
}

type PermissionProps = { resource: string; word: string; roles: StaffRoleRecordOut[] };

function Permission({ resource, word, roles }: PermissionProps) {
  return (
    <tr>
      <td>{word === READ ? "Read" : spaced(word)}</td>
      {roles.map(({ id, permissions }) => {
        const may = saidOf(permissions[resource] ?? []).includes(word);
        return (
          <td key={id}>
            {may ? (
              <Check size={16} aria-label="Yes" style={{ verticalAlign: "middle" }} />
            ) : (
              <span className="value-none" aria-label="No" role="img">
                –
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** "support-l1" -> "Support L1". */
const roleName = (id: string): string => spaced(id).replace(/ l(\d)$/, " L$1");

const READ = "read";
const saidOf = (words: string[]): string[] => [...new Set(words.map((word) => (READING.has(word) ? READ : word)))];

function resourcesOf(roles: StaffRoleRecordOut[]): { resource: string; words: string[] }[] {
  const names = [...new Set(roles.flatMap(({ permissions }) => Object.keys(permissions)))].sort();
  return names.map((resource) => {
    const words = [...new Set(roles.flatMap(({ permissions }) => saidOf(permissions[resource] ?? [])))];
    return {
      resource,
      words: words.sort((one, other) => Number(other === READ) - Number(one === READ) || one.localeCompare(other)),
    };
  });
}
