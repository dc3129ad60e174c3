import { mount } from 'svelte';
import App from './App.svelte';
import { hall } from './state/hall.svelte';
import './ui/tokens.css';
import './ui/base.css';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');

hall.start();
target.replaceChildren(); // the line that stood there until now
mount(App, { target });
