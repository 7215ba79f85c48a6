/** Refusals of resources of a target, told, scraped or uploaded, by the contracts' codes. */
export const resourceRefusals = {
  scrape_secret: 'A secret in the URL would be shown with the plan. Let the address answer without one.',
  source_name_twice: 'Two sources have the same name.',
  resource_empty: 'The file has no rows.',
  resource_rows_most: 'The file has more than {{most}} rows.',
  resource_columns_most: 'The file has more than {{most}} columns.',
  resource_quote: 'The quotes in line {{line}} do not fit (character {{at}} of the file).',
  resource_ragged: 'Line {{line}} has {{fields}} fields, its header has {{columns}}.',
  resource_no_time:
    'No column holds times. Name one "time", with a clock time, an ISO time, or seconds since 1970 or since the start of the run.',
  resource_no_clock: 'These lines of {{tool}} have no time in them. Record them with {{option}}.',
  resource_moment: 'Line {{line}}: "{{got}}" is not a time that can be read.',
  resource_number: 'Line {{line}}, column "{{column}}": "{{got}}" is not a number.',
  resource_no_metric: 'No column is known as CPU, memory, disk, sockets or threads. The columns are: {{columns}}.',
  resource_cores: 'The CPU of a process is told as a share of one core, and the file does not say how many cores there are.',
  resource_outside:
    'No row of the file falls into the run. The file covers {{first}} to {{last}}, the run {{from}} to {{to}} (UTC). Set the time zone of the file, or an offset.',
} as const;
