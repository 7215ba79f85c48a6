import { type Context, useContext } from 'react';

/** The form that stands above in the page. */
export function useFormIn<Form>(context: Context<Form | null>): Form {
  const form = useContext(context);
  if (!form) throw new Error('outside its form');
  return form;
}
