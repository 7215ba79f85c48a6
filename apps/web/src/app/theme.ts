/** Mantine speaks our tokens: its variables point at tokens.css, so both schemes follow without a second palette. */
import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

const accent: MantineColorsTuple = [
  '#e3f3f5',
  '#cbe7ea',
  '#a3d3d9',
  '#74bcc5',
  '#4aa7b3',
  '#2a95a3',
  '#178796',
  '#0b7285',
  '#095d6d',
  '#054753',
];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 7,
  colors: { accent },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 7,
  fontSizes: { xs: '12px', sm: '13.5px', md: '14px', lg: '16px', xl: '18px' },
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: (input) => {
    const danger = input.color === 'red';
    if (input.variant === 'filled') {
      const colour = danger ? 'var(--bad)' : 'var(--accent)';
      return {
        background: colour,
        hover: danger ? 'var(--bad)' : 'var(--accent-strong)',
        color: 'var(--on-accent)',
        border: `1px solid ${colour}`,
      };
    }
    if (input.variant === 'default')
      return {
        background: 'var(--card)',
        hover: 'var(--hair)',
        color: danger ? 'var(--bad)' : 'var(--ink)',
        border: '1px solid var(--line)',
      };
    if (input.variant === 'subtle')
      return {
        background: 'transparent',
        hover: 'var(--hair)',
        color: danger ? 'var(--bad)' : 'var(--ink2)',
        border: '1px solid transparent',
      };
    return defaultVariantColorsResolver(input);
  },
  components: {
    // By the component itself: every page has it, so it comes with the first file.
    Button: Button.extend({
      defaultProps: { size: 'sm', variant: 'default' },
      styles: { label: { fontWeight: 'var(--medium)' } },
      vars: () => ({ root: { '--button-padding-x': '13px' } }),
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle' } }),
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 250, multiline: true, maw: 320, events: { hover: true, focus: true, touch: true } },
    },
    Modal: { defaultProps: { centered: true, radius: 12, transitionProps: { duration: 120 } } },
    // The first item takes the focus: an element for that alone is no item, and a menu may hold nothing else (axe: aria-required-children).
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    TextInput: { defaultProps: { size: 'sm' } },
  },
});

const shared = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink2)',
  '--mantine-color-placeholder': 'var(--ink3)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--hair)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--field-line)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-strong)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
};

export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
