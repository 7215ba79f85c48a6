import { emailSchema, newPasswordSchema, personNameSchema } from '@plimsoll/contracts/account';
import { joinWords } from '@plimsoll/wording/en/join';
import { z } from 'zod';
import { acceptInvitation } from '../../api/team/invitations.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { TextLink } from '../../ui/links.tsx';
import { toast } from '../../ui/notice/toast.tsx';
import { AccountForm, type NewAccount } from './account-form.tsx';
import { useArrive } from './arrive.ts';

const namedSchema = z.strictObject({ name: personNameSchema, password: newPasswordSchema });
const addressedSchema = namedSchema.extend({ email: emailSchema });
const judgeNamed = ({ name, password }: NewAccount) => judgeBy(namedSchema, { name, password });
const judgeAddressed = (values: NewAccount) => judgeBy(addressedSchema, values);

/** A new account that joins; the address is asked for where the invitation names none. */
export function JoinForm({ token, team, asksEmail }: { token: string; team: string; asksEmail: boolean }) {
  const arrive = useArrive();
  return (
    <AccountForm
      asksEmail={asksEmail}
      submit={joinWords.submit}
      taken={joinWords.taken}
      judge={asksEmail ? judgeAddressed : judgeNamed}
      send={(body: z.output<typeof namedSchema> & { email?: string }) => acceptInvitation({ token, ...body })}
      done={async () => {
        await arrive('/');
        toast(joinWords.welcome({ team }));
      }}
    >
      <div className="small soft">
        {joinWords.account}{' '}
        <TextLink size="sm" to="/sign-in" search={{ next: `/join/${token}` }}>
          {joinWords.signIn}
        </TextLink>
      </div>
    </AccountForm>
  );
}
