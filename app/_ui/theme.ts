/** The look: calm and dense, one accent colour, the system's own typefaces. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const accent: MantineColorsTuple = [
  '#f1f1fe',
  '#e2e2fc',
  '#c9c9f9',
  '#b3b1f8',
  '#8f8df0',
  '#7573e6',
  '#5b5bd6',
  '#4f4fc4',
  '#4141a6',
  '#2a2a6b',
];

/** Cool greys, from text to ground in the dark theme. */
const dark: MantineColorsTuple = [
  '#e6e8ec',
  '#c3c7cf',
  '#a2a8b4',
  '#6f7683',
  '#3d434e',
  '#2c313a',
  '#22262e',
  '#17191f',
  '#121419',
  '#0d0e12',
];

/** Else screen readers would take the header of a dialog for that of the page. */
const quietHeader = { header: { role: 'presentation' } };

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  colors: { accent, dark },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Drawer: { defaultProps: { attributes: quietHeader } },
    Modal: {
      defaultProps: { radius: 'lg', centered: true, attributes: quietHeader },
      styles: { title: { fontWeight: 620, lineHeight: 1.35 } },
    },
  },
});

/** Mantine's own greys and reds for quiet and for wrong text fall short of AA contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1a1d24',
    '--mantine-color-dimmed': '#5d6472',
    '--mantine-color-placeholder': '#6f7683',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-default-border': '#d8dbe2',
    '--mantine-color-anchor': '#4f4fc4',
    '--line': '#e6e8ed',
    '--ground': '#ffffff',
    '--ground-raised': '#ffffff',
    '--ground-sunk': '#f7f8fa',
    '--good': '#1d7a46',
    '--good-ground': '#e6f5ec',
    '--warn': '#8a5300',
    '--warn-ground': '#fdf1dc',
    '--bad': '#c92a2a',
    '--bad-ground': '#fdecec',
    '--accent-text': '#4f4fc4',
    '--accent-ground': '#f1f1fe',
  },
  dark: {
    '--mantine-color-text': '#e6e8ec',
    '--mantine-color-body': '#121419',
    '--mantine-color-dimmed': '#a2a8b4',
    '--mantine-color-placeholder': '#8b92a0',
    '--mantine-color-error': '#ff9d9d',
    '--mantine-color-default': '#1b1e25',
    '--mantine-color-default-hover': '#22262e',
    '--mantine-color-default-border': '#363c47',
    '--mantine-color-anchor': '#b3b1f8',
    '--line': '#262a33',
    '--ground': '#121419',
    '--ground-raised': '#17191f',
    '--ground-sunk': '#0d0e12',
    '--good': '#6fd79b',
    '--good-ground': '#14301f',
    '--warn': '#f0bd6b',
    '--warn-ground': '#33270f',
    '--bad': '#ff9d9d',
    '--bad-ground': '#3a1719',
    '--accent-text': '#b3b1f8',
    '--accent-ground': '#23234a',
  },
});
