import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { teamWords } from '@plimsoll/wording/en/team';
import { teamSignInWords } from '@plimsoll/wording/en/ways';
import { useQuery } from '@tanstack/react-query';
import { teamSignIn } from '../../../api/team/team-sign-in.ts';
import { Loaded } from '../../../ui/notice/loaded.tsx';

/** How the people of the team sign in, and the groups of the provider that have a role in it. */
export function TeamWays() {
  const state = useQuery(teamSignIn);
  return (
    <section className="card pad stack" aria-label={teamSignInWords.title}>
      <h2>{teamSignInWords.title}</h2>
      <Loaded query={state} rows={2}>
        {({ passwords, passkeys, provider, secondFactor, providerFactor, groups }) => (
          <>
            <ul style={{ margin: 0, paddingInlineStart: 20 }}>
              {provider !== null && (
                <li>{passwords ? teamSignInWords.provider({ provider }) : teamSignInWords.providerOnly({ provider })}</li>
              )}
              {passwords && <li>{teamSignInWords.passwords}</li>}
              {passkeys && <li>{teamSignInWords.passkeys}</li>}
              {secondFactor && passwords && <li>{teamSignInWords.secondFactor}</li>}
              {providerFactor !== null && <li>{teamSignInWords.providerFactor[providerFactor]}</li>}
            </ul>
            <p className="small soft" style={{ margin: 0 }}>
              {teamSignInWords.byOperator}
              {groups.length > 0 && ` ${teamSignInWords.groups}`}
            </p>
            {groups.length > 0 && <Groups groups={groups} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

type Group = { readonly group: string; readonly role: keyof typeof teamWords.role };

function Groups({ groups }: { groups: readonly Group[] }) {
  const columns: Column<Group>[] = [
    { key: 'group', head: teamSignInWords.group, naming: true, cell: ({ group }) => group },
    { key: 'role', head: teamSignInWords.role, cell: ({ role }) => teamWords.role[role] },
  ];
  return (
    <DataTable
      label={teamSignInWords.groupsOf}
      columns={columns}
      rows={groups}
      rowKey={({ group, role }) => `${role} ${group}`}
      dense
      bare
    />
  );
}
