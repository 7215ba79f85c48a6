/** The message of the WebSocket case, as a chat has it. */
export const sentMessage = JSON.stringify({ type: 'message', room: 'harbour', text: 'The tide is at its highest shortly after noon.' });
