/** Mantine's looks on the router's links. */
import { Anchor, Button } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

export const ButtonLink = createLink(Button<'a'>);
export const TextLink = createLink(Anchor<'a'>);
