import { signUpSchema } from '@plimsoll/contracts/account';
import { signUpWords } from '@plimsoll/wording/en/join';
import { useQuery } from '@tanstack/react-query';
import { system } from '../../api/system.ts';
import { signUp } from '../../api/team/account.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/notice/loaded.tsx';
import { AccountForm, type NewAccount } from './account-form.tsx';
import { useArrive } from './arrive.ts';
import { WayIn } from './way-in.tsx';

const judge = (values: NewAccount) => judgeBy(signUpSchema, values);

/** An account where anybody may have one; else whom to ask. */
export function SignUpPage() {
  const installation = useQuery(system);
  const arrive = useArrive();
  return (
    <WayIn title={signUpWords.title}>
      <Loaded query={installation}>
        {({ signup }) =>
          signup === 'open' ? (
            <AccountForm submit={signUpWords.submit} taken={signUpWords.taken} judge={judge} send={signUp} done={() => arrive('/')} />
          ) : (
            <p style={{ margin: 0 }}>{signUpWords.closed}</p>
          )
        }
      </Loaded>
      <div className="small soft">
        {signUpWords.have}{' '}
        <TextLink size="sm" to="/sign-in">
          {signUpWords.signIn}
        </TextLink>
      </div>
    </WayIn>
  );
}
