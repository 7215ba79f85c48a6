/** Why an account, a team or a token was refused something: `accountWord('account.noTeam')`. */
import { accountText } from '../../en/team/account.ts';
import { speakerOf } from '../../speaker.ts';

export const accountWord = speakerOf(accountText);
