/** Mantine's looks on the router's links: real anchors, so that they open in a new tab and are announced as links. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type Bare<P> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & P;

export const ButtonLink = createLink((props: Bare<ButtonProps>) => <Button component="a" {...props} />);
export const TextLink = createLink((props: Bare<AnchorProps>) => <Anchor {...props} />);
