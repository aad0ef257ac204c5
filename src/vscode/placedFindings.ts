import type * as vscode from 'vscode';
