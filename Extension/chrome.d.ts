declare var chrome: any;
