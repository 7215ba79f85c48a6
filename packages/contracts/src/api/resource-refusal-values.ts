/** Refusals of resources of a target, told, scraped or uploaded, with the names of the reasons' values. */
export interface ResourceRefusalValues {
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
}
