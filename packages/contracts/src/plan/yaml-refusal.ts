/** Refusals of a text that is no YAML, as codes: the parser's own sentences speak of its grammar. */
import type { YAMLError } from 'yaml';
import { type Refusal, type RefusalCode, refusal } from '../api/refusal.ts';

const codes = {
  BAD_INDENT: 'yaml_indent',
  BLOCK_IN_FLOW: 'yaml_indent',
  TAB_AS_INDENT: 'yaml_tab',
  MISSING_CHAR: 'yaml_not_closed',
  BLOCK_AS_IMPLICIT_KEY: 'yaml_colon',
  MULTILINE_IMPLICIT_KEY: 'yaml_colon_missing',
  BAD_SCALAR_START: 'yaml_first_sign',
  BAD_DQ_ESCAPE: 'yaml_escape',
  BAD_ALIAS: 'yaml_alias',
  MULTIPLE_DOCS: 'yaml_several',
} as const satisfies Partial<Record<YAMLError['code'], RefusalCode>>;

export function yamlRefusal({ code }: YAMLError): Refusal {
  return refusal(Object.hasOwn(codes, code) ? codes[code as keyof typeof codes] : 'yaml_unexpected');
}
