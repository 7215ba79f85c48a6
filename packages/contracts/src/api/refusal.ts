/**
 * Why something was refused, as a code with its values: the sentence is wording's. An issue of a schema carries the code as its
 * message and the values as `params.values`; what Zod says by itself is already a sentence.
 */
import type { z } from 'zod';

/** Every reason, with the names of its values. */
export interface RefusalValues {
  // Shapes
  missing: 'name';
  needs_text: never;
  needs_number: never;
  needs_whole_number: never;
  needs_yes_or_no: never;
  needs_list: never;
  needs_mapping: never;
  needs_null: never;
  one_of: 'values';
  characters_most: 'bound';
  characters_least: 'bound';
  items_most: 'bound';
  items_least: 'bound';
  number_most: 'bound';
  number_least: 'bound';
  bad_format: never;
  bad_shape: never;
  // Text and names
  nul_character: never;
  give_name: never;
  give_it_a_name: never;
  no_email: never;
  password_too_short: never;
  password_too_long: never;
  secret_key_short: never;
  proxy_address: never;
  no_timezone: never;
  unknown_field: 'name';
  forbidden_key: 'name';
  /** What was given, where it is too long to be shown. */
  got_list: 'length';
  got_object: never;
  // Plan
  plan_version: never;
  plan_no_mapping: never;
  yaml_unreadable: never;
  yaml_indent: never;
  yaml_tab: never;
  yaml_not_closed: never;
  yaml_colon: never;
  yaml_colon_missing: never;
  yaml_first_sign: never;
  yaml_escape: never;
  yaml_alias: never;
  yaml_several: never;
  yaml_unexpected: never;
  yaml_key_twice: 'name';
  yaml_aliases_most: 'most';
  yaml_signs_most: 'most';
  yaml_lines_most: 'most';
  values_too_many: 'most';
  nested_too_deep: 'most';
  plan_or_id: never;
  exclude_each_other: 'first' | 'second';
  belongs_to: 'field' | 'owner';
  duration_pattern: never;
  duration_zero: never;
  age_zero: never;
  rate_zero: never;
  connections_whole: never;
  connections_all_whole: never;
  connections_least: never;
  connections_missing: never;
  requests_whole: never;
  requests_least: never;
  requests_most: never;
  stop_missing: never;
  rate_missing: never;
  length_missing: never;
  rate_always_zero: never;
  stages_least: never;
  stages_most: never;
  stages_no_time: never;
  tag_name: never;
  tags_most: never;
  generators_whole: never;
  generators_least: never;
  generators_most: never;
  generators_need_connections: 'generators' | 'connections';
  warmup_whole: never;
  warmup_sends_nothing: never;
  no_threshold: never;
  timeout_too_long: 'timeout';
  // Requests and target
  no_such_request: 'name';
  target_missing: never;
  bodies_too_large: never;
  request_name: never;
  request_name_twice: 'name';
  other_origin: 'origin';
  weight_whole: never;
  weight_least: never;
  weight_in_sequence: never;
  extract_in_mix: never;
  variable_name: never;
  variable_is_template: never;
  values_most: never;
  extraction_shape: never;
  which_pattern: never;
  regex_groups: 'groups';
  regex_error: 'error';
  regex_unreadable: never;
  headers_most: 'got';
  header_name: never;
  no_header_name: 'name';
  header_line_break: never;
  header_latin1: never;
  header_owned: 'name';
  header_twice: 'name';
  header_of_http1: 'name';
  username_colon: never;
  bearer_ascii: never;
  auth_shape: never;
  auth_and_header: never;
  file_base64: never;
  file_too_large: never;
  bytes_whole: never;
  bytes_least: never;
  bytes_most: never;
  body_dropped: 'method';
  // URL
  url_template_in_host: never;
  url_missing: never;
  url_control_character: never;
  url_space: never;
  url_no_scheme: never;
  url_scheme: 'scheme';
  url_no_host: never;
  url_credentials: never;
  url_port: 'port';
  url_port_empty: never;
  url_unreadable: never;
  url_punycode: never;
  url_plain_address: 'address';
  // Target policy
  no_address: 'address';
  metadata_address: 'address';
  metadata_host: 'host';
  multicast_address: 'address';
  broadcast_address: 'address';
  unspecified_address: 'address';
  own_port: 'port';
  name_to_local_address: 'host' | 'address';
  target_not_allowed: 'target';
  // Connection
  pem_authority: never;
  pem_certificate: never;
  pem_key: never;
  server_name: never;
  pipelining_keep_alive: never;
  pipelining_protocol: never;
  streams_keep_alive: never;
  streams_protocol: never;
  auto_needs_tls: never;
  tls_needs_https: never;
  // Checks
  status_pattern: never;
  which_text: never;
  json_path: never;
  // Data rows and templates
  data_too_large: never;
  data_bom: never;
  data_column_name: 'name';
  data_column_twice: never;
  data_columns_most: 'most';
  data_rows_most: 'most';
  data_no_rows: never;
  data_empty: never;
  data_quote: 'line' | 'at';
  data_ragged: 'line' | 'fields' | 'columns';
  data_no_json: never;
  data_no_json_line: 'line';
  data_no_list: never;
  data_row_differs: 'row';
  data_once_warmup: never;
  template_open: 'known';
  template_unknown: 'template' | 'known';
  template_range: 'template';
  templates_most: 'most';
  template_not_extracted: 'name' | 'known';
  template_no_data: 'template';
  template_no_column: 'column' | 'columns';
  // Thresholds
  threshold_shape: never;
  threshold_metric: 'name' | 'known';
  threshold_no_operator: 'suggestion';
  threshold_brackets: 'suggestion';
  threshold_operator: 'operator';
  threshold_percentile: 'metric' | 'got';
  threshold_no_argument: 'metric';
  threshold_all_requests: 'metric';
  threshold_no_limit: never;
  threshold_time_unit: 'suggestion' | 'got';
  threshold_percentage: 'suggestion' | 'got';
  threshold_number: 'got';
  threshold_share: 'got';
  threshold_contradiction: 'first' | 'second';
  threshold_unreadable: never;
  // Experiments
  ab_variants: never;
  aa_variants: never;
  aa_repeats: never;
  capacity_variants: never;
  capacity_search: never;
  capacity_open: never;
  search_of_capacity: never;
  sweep_variants: never;
  variants_same_name: never;
  extend_below_repeats: 'repeats';
  cool_down_most: never;
  max_below_start: never;
  // Resources
  scrape_secret: never;
  source_name_twice: never;
  resource_empty: never;
  resource_rows_most: 'most';
  resource_columns_most: 'most';
  resource_quote: 'line' | 'at';
  resource_ragged: 'line' | 'fields' | 'columns';
  resource_no_time: never;
  resource_no_clock: 'tool' | 'option';
  resource_moment: 'line' | 'got';
  resource_number: 'line' | 'column' | 'got';
  resource_no_metric: 'columns';
  resource_cores: never;
  resource_outside: 'first' | 'last' | 'from' | 'to';
  // Comparisons and shares
  window_half: never;
  window_ends_first: 'from';
  days_number: never;
  expiry_past: never;
  share_one: never;
  // Commands of other tools
  command_missing: never;
  command_unknown: 'got' | 'tools';
  command_quote: never;
  command_cmd_quotes: never;
  command_no_url: 'tool';
  command_no_target: 'tool';
  command_targets: never;
  command_no_run: 'tool' | 'needed';
  command_script: 'tool';
  command_grpc: 'tool' | 'call' | 'load';
  command_not_http: 'tool' | 'what';
  command_plan: 'field' | 'reason';
  flag_needs_value: 'flag';
  flag_needs_number: 'flag' | 'got';
  flag_needs_time: 'flag' | 'got';
  script_unreadable: 'line' | 'column';
  script_not_written_out: 'line' | 'column' | 'code';
  script_no_load: never;
  script_several: 'names';
  script_executor: 'name' | 'got';
  script_field: 'name' | 'field';
}

export type RefusalCode = keyof RefusalValues;
/** Codes without values. */
type PlainCode = { [Code in RefusalCode]: [RefusalValues[Code]] extends [never] ? Code : never }[RefusalCode];

export interface Refusal {
  readonly code: RefusalCode;
  readonly values: Readonly<Record<string, string | number>>;
}

/** A reason at a place, as a path below what was judged. */
export interface PlacedRefusal {
  readonly path: readonly (string | number)[];
  readonly reason: Refusal;
}

/** A reason with exactly its values. */
export function refusal<Code extends RefusalCode>(
  code: Code,
  ...[values]: [RefusalValues[Code]] extends [never] ? [] : [Readonly<Record<RefusalValues[Code], string | number>>]
): Refusal {
  return { code, values: values ?? {} };
}

/** For one check of a schema: `z.string().min(1, refused('give_name'))`. */
export function refused(code: PlainCode): { readonly error: PlainCode } {
  return { error: code };
}

/** Adds a reason at a place of what is refined. */
export function refuse(context: z.RefinementCtx, path: readonly PropertyKey[], { code, values }: Refusal): void {
  context.addIssue({ code: 'custom', path: [...path], message: code, params: { values } });
}

/** What an issue says of itself: the code of a refusal with its values, or Zod's own sentence. */
export interface IssueText {
  readonly message: string;
  readonly values: Refusal['values'];
}

export function issueText(issue: z.core.$ZodIssue): IssueText {
  const values = issue.code === 'custom' ? (issue.params?.values as Refusal['values'] | undefined) : undefined;
  return { message: issue.message, values: values ?? {} };
}

/** A refusal as an issue's text. */
export function toIssueText({ code, values }: Refusal): IssueText {
  return { message: code, values };
}
