import { NativeSelect } from '@mantine/core';
import { languageNames } from '@plimsoll/wording/choose-language';
import { languageWords } from '@plimsoll/wording/en/person';
import { keepLanguage, keptLanguage } from '../../ui/reader-language.ts';

/** The language of the product in this browser. */
export function LanguageForm() {
  const names = Object.entries(languageNames).map(([value, label]) => ({ value, label }));
  return (
    <section className="card pad stack" aria-label={languageWords.title} style={{ gap: 10 }}>
      <h2>{languageWords.title}</h2>
      <NativeSelect
        label={languageWords.choose}
        data={[{ value: '', label: languageWords.browser }, ...names]}
        value={keptLanguage() ?? ''}
        onChange={({ currentTarget: { value } }) => keepLanguage(value === '' ? null : value)}
      />
    </section>
  );
}
