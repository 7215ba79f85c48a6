/** Refusals of a command line, a script or a result file of another tool, with the names of the reasons' values. */
export interface ImportRefusalValues {
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
  command_config: 'tool' | 'file';
  command_not_http: 'tool' | 'what';
  command_endpoint: 'tool' | 'got';
  command_plan: 'field' | 'reason';
  // Files of results
  moment_range: never;
  moment_offset: 'most';
  result_unknown: 'tools';
  result_blank: never;
  result_empty: 'tool';
  result_binary: never;
  result_gzip: never;
  result_unpacked: 'most';
  result_large: 'most';
  result_values: 'most';
  result_line: 'line' | 'most';
  result_column: 'tool' | 'column';
  result_row: 'tool' | 'line' | 'column' | 'value';
  result_figure: 'tool' | 'figure' | 'value';
  result_span: 'tool' | 'hours' | 'most';
  result_no_target: 'tool';
  result_url: 'url' | 'reason';
  flag_needs_value: 'flag';
  flag_needs_number: 'flag' | 'got';
  flag_needs_time: 'flag' | 'got';
  flag_beyond: 'flag' | 'got';
  flag_needs_json: 'flag';
  script_unreadable: 'line' | 'column';
  script_not_written_out: 'line' | 'column' | 'code';
  script_too_long: 'line' | 'column' | 'code';
  script_no_load: never;
  script_several: 'names';
  script_executor: 'name' | 'got';
  script_field: 'name' | 'field';
}
