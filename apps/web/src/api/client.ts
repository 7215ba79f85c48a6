/** The API of the server that this page came from. */
import { openClient } from '@plimsoll/client/open-client';

export const { request, command } = openClient();
