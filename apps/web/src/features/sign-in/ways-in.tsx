import '../../i18n/ways-in-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { system } from '../../api/system.ts';
import { TextLink } from '../../ui/links.tsx';

/** Below the form: for who has forgotten the password, or has no account. */
export function WaysIn() {
  const { t } = useTranslation();
  const { data } = useQuery(system);
  return (
    <>
      <div className="row" style={{ minBlockSize: 24 }}>
        <TextLink size="sm" to="/reset">
          {t('waysIn.forgot')}
        </TextLink>
        {data?.signup === 'open' && (
          <TextLink size="sm" to="/sign-up" className="push">
            {t('waysIn.signUp')}
          </TextLink>
        )}
      </div>
      <div className="small soft" style={{ minBlockSize: 40 }}>
        {data?.signup === 'invite' && t('waysIn.invite')}
      </div>
    </>
  );
}
