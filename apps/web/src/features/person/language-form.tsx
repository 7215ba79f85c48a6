import { NativeSelect } from '@mantine/core';
import { type ChosenLanguage, readerLanguages } from '@plimsoll/contracts/account';
import { languageNames } from '@plimsoll/wording/choose-language';
import { languageWords } from '@plimsoll/wording/en/person';
import { useMutation } from '@tanstack/react-query';
import { chooseLanguage } from '../../api/team/account.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { keepLanguage } from '../../ui/reader-language.ts';

/** The language of the product for this person, on every device and in mails. */
export function LanguageForm({ language }: { readonly language: ChosenLanguage }) {
  const names = readerLanguages.map((value) => ({ value, label: languageNames[value] }));
  const { mutate, isPending, error } = useMutation({ mutationFn: chooseLanguage, onSuccess: (_, chosen) => keepLanguage(chosen) });
  return (
    <section className="card pad stack" aria-label={languageWords.title} style={{ gap: 10 }}>
      <h2>{languageWords.title}</h2>
      {error && <ProblemNotice error={error} />}
      <NativeSelect
        label={languageWords.choose}
        description={languageWords.what}
        disabled={isPending}
        data={[{ value: '', label: languageWords.browser }, ...names]}
        value={language ?? ''}
        onChange={({ currentTarget: { value } }) => mutate(readerLanguages.find((one) => one === value) ?? null)}
      />
    </section>
  );
}
