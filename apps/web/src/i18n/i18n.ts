/** The web speaks through wording's one instance: React is tied to it here, and the first page's text added. Keys are checked by the compiler. */

import type { appText } from '@plimsoll/wording/en/app';
import type { auditText } from '@plimsoll/wording/en/audit';
import type { callFormText } from '@plimsoll/wording/en/call-form';
import type { callsText } from '@plimsoll/wording/en/calls';
import type { comparisonText } from '@plimsoll/wording/en/comparison';
import type { exportText } from '@plimsoll/wording/en/export';
import type { joinText } from '@plimsoll/wording/en/join';
import type { latencyText } from '@plimsoll/wording/en/latency';
import type { launchText } from '@plimsoll/wording/en/launch';
import { en } from '@plimsoll/wording/en/main';
import type { membersText } from '@plimsoll/wording/en/members';
import type { pasteText } from '@plimsoll/wording/en/paste';
import type { personText } from '@plimsoll/wording/en/person';
import type { resultsText } from '@plimsoll/wording/en/results';
import type { runText } from '@plimsoll/wording/en/run';
import type { shapeText } from '@plimsoll/wording/en/shape';
import type { shareText } from '@plimsoll/wording/en/share';
import type { storageText } from '@plimsoll/wording/en/storage';
import type { targetText } from '@plimsoll/wording/en/target';
import type { teamText } from '@plimsoll/wording/en/team';
import type { twoFactorText } from '@plimsoll/wording/en/two-factor';
import type { unreadableText } from '@plimsoll/wording/en/unreadable';
import type { windowText } from '@plimsoll/wording/en/window';
import type { workersText } from '@plimsoll/wording/en/workers';
import { addText, speech } from '@plimsoll/wording/speaker';
import { initReactI18next } from 'react-i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: typeof en &
        typeof appText &
        typeof callFormText &
        typeof callsText &
        typeof comparisonText &
        typeof latencyText &
        typeof windowText &
        typeof workersText &
        typeof exportText &
        typeof launchText &
        typeof resultsText &
        typeof runText &
        typeof storageText &
        typeof shapeText &
        typeof shareText &
        typeof targetText &
        typeof teamText &
        typeof pasteText &
        typeof twoFactorText &
        typeof unreadableText &
        typeof personText &
        typeof auditText &
        typeof joinText &
        typeof membersText;
    };
  }
}

addText('en', en);
initReactI18next.init(speech);

/** Text outside components. */
export const t = speech.t;
